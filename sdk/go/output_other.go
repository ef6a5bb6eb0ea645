//go:build !linux

package rollcall

import (
	"io"
	"os"
)

var answers = os.Stdout

// keepOutput keeps standard output for the answers. From here on, what is printed
// through os.Stdout goes to standard error.
func keepOutput() (io.Writer, error) {
	os.Stdout = os.Stderr
	return answers, nil
}
