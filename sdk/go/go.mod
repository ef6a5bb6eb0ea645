module rollcall

go 1.18
