// Submits the form that signs out at the identity provider. Without this script the button does.
document.querySelector("form[data-go-on]")?.submit();
