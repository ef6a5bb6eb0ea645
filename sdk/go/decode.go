package rollcall

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"unicode/utf8"
)

// Where a type has its own UnmarshalJSON, encoding/json scans each level twice
// or more; and it ignores the case of keys. The functions here go through a line
// once and leave only values that are not simple to encoding/json.

// object splits a JSON object into its keys and their values.
func object(text []byte) (map[string]json.RawMessage, error) {
	if !json.Valid(text) {
		var nothing any
		return nil, json.Unmarshal(text, &nothing)
	}
	return members(text)
}

// members does the same as object, but its text has to be valid JSON.
func members(text []byte) (map[string]json.RawMessage, error) {
	rest := bytes.TrimSpace(text)
	if rest[0] != '{' {
		return nil, errors.New("it is not an object")
	}
	values := make(map[string]json.RawMessage, 8)
	for key, rest := token(rest[1:]); key != nil; key, rest = token(rest) {
		var name string
		if err := set(&name, key); err != nil {
			return nil, err
		}
		values[name], rest = token(rest)
	}
	return values, nil
}

// elements calls a function for each element of a JSON array.
func elements(text []byte, do func(value []byte) error) error {
	for value, rest := token(text[1:]); value != nil; value, rest = token(rest) {
		if err := do(value); err != nil {
			return err
		}
	}
	return nil
}

// token returns the next key or value in the rest of an object or array, and
// what follows it; nil at the end.
func token(rest []byte) (value, after []byte) {
	start := 0
	for bytes.IndexByte([]byte(" \t\r\n,:"), rest[start]) >= 0 {
		start++
	}
	depth := 0
	for i := start; ; i++ {
		switch rest[i] {
		case '"':
			for i++; rest[i] != '"'; i++ {
				if rest[i] == '\\' {
					i++
				}
			}
			if depth == 0 {
				return rest[start : i+1], rest[i+1:]
			}
		case '{', '[':
			depth++
		case '}', ']':
			if depth == 0 && i == start {
				return nil, nil
			}
			if depth == 0 {
				return rest[start:i], rest[i:]
			}
			if depth--; depth == 0 {
				return rest[start : i+1], rest[i+1:]
			}
		case ' ', '\t', '\r', '\n', ',':
			if depth == 0 {
				return rest[start:i], rest[i:]
			}
		}
	}
}

// decode reads a JSON object into a struct, by the names in its tags.
func decode(text []byte, target any) error {
	values, err := object(text)
	if err != nil {
		return err
	}
	return decodeFields(values, target)
}

func decodeFields(values map[string]json.RawMessage, target any) error {
	into := reflect.ValueOf(target).Elem()
	for i := 0; i < into.NumField(); i++ {
		key := into.Type().Field(i).Tag.Get("json")
		if value, ok := values[key]; ok && key != "-" {
			err := set(into.Field(i).Addr().Interface(), value)
			if err != nil {
				return fmt.Errorf("%s: %w", key, err)
			}
		}
	}
	return nil
}

// set decodes a value, which has to be valid JSON.
func set(target any, value []byte) error {
	first := value[0]
	switch target := target.(type) {
	case *json.RawMessage:
		*target = value
		return nil
	case *int:
		if number, ok := shortInteger(value); ok {
			*target = number
			return nil
		}
	case *string:
		if first == '"' && bytes.IndexByte(value, '\\') < 0 &&
			utf8.Valid(value) {
			*target = string(value[1 : len(value)-1])
			return nil
		}
	case *[]int:
		if first == '[' {
			return setList(target, value)
		}
	case *[]string:
		if first == '[' {
			return setList(target, value)
		}
	case *[]Move:
		if first == '[' {
			return setList(target, value)
		}
	case *[]Event:
		if first == '[' {
			return setList(target, value)
		}
	case *Move:
		target.read(value)
		return nil
	case *Event:
		return target.read(value)
	case *Limits, *DiceSeal:
		return decode(value, target)
	case *map[string]any:
		return setMap(target, value)
	}
	return json.Unmarshal(value, target)
}

func setList[Element any](target *[]Element, value []byte) error {
	list := []Element{}
	err := elements(value, func(value []byte) error {
		var element Element
		err := set(&element, value)
		list = append(list, element)
		return err
	})
	*target = list
	return err
}

// setMap decodes a map and makes its integers ints.
func setMap(target *map[string]any, text []byte) error {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	err := decoder.Decode(target)
	for key, value := range *target {
		if number, ok := value.(json.Number); ok {
			if whole, err := number.Int64(); err == nil {
				(*target)[key] = int(whole)
			}
		}
	}
	return err
}

// shortInteger reads an integer of at most 9 characters; false for other texts.
func shortInteger(text []byte) (int, bool) {
	sign := 1
	if text[0] == '-' {
		sign = -1
		text = text[1:]
	}
	number := 0
	for _, c := range text {
		if c < '0' || c > '9' {
			return 0, false
		}
		number = 10*number + int(c-'0')
	}
	return sign * number, len(text) > 0 && len(text) < 10
}
