package main
import ("bufio"; "fmt"; "os"; "strings")
func main() {
    in := bufio.NewReader(os.Stdin)
    for {
        line, err := in.ReadString('\n')
        if err != nil { return }
        if strings.Contains(line, `"type":"hello"`) { fmt.Println(`{"type":"ready"}`) }
        if strings.Contains(line, `"type":"turn"`) { fmt.Println(`{"move":0}`) }
        if strings.Contains(line, `"type":"again"`) { fmt.Println(`{"move":1}`) }
    }
}
