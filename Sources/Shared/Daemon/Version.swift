/// The version of both programs, their packages and the pages' footer. `CHANGELOG.md` has a section for each version.
package let programVersion = "0.1.0"
