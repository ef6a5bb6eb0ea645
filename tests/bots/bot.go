package main

import (
	"bufio"
	"os"
	"strings"
)

func main() {
	lines := bufio.NewReader(os.Stdin)
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			return
		}
		if strings.Contains(line, `"type":"hello"`) {
			os.Stdout.WriteString("{\"type\":\"ready\"}\n")
		} else if strings.Contains(line, `"type":"turn"`) ||
			strings.Contains(line, `"type":"again"`) {
			os.Stdout.WriteString("{\"move\":0}\n")
		}
	}
}
