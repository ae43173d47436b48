"""Remarks: what is said to somebody and asks nothing, heard as what it is and answered to its matter."""
