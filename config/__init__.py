"""What wires the apps together and runs them."""
