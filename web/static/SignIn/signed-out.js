// Goes on to the provider's own signing out. Without a script, the button does it.
document.querySelector("form[data-go-on]")?.submit();
