"""What is wrong with the translations of a project, each at its line of the PO file."""
