print("boot of the small firmware")
