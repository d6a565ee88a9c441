This is no module.
