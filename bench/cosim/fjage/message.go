package fjage

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// envelope is a line, either way.
type envelope struct {
	ID           string   `json:"id,omitempty"`
	Action       action   `json:"action,omitempty"`
	InResponseTo action   `json:"inResponseTo,omitempty"`
	AgentID      string   `json:"agentID,omitempty"`
	AgentIDs     []string `json:"agentIDs,omitempty"`
	AgentTypes   []string `json:"agentTypes,omitempty"`
	Service      string   `json:"service,omitempty"`
	Services     []string `json:"services,omitempty"`
	Answer       *bool    `json:"answer,omitempty"`
	Auth         *bool    `json:"auth,omitempty"`
	Creds        string   `json:"creds,omitempty"`
	Message      *message `json:"message,omitempty"`
	Alive        *bool    `json:"alive,omitempty"`
}

// action is what a line is about.
type action string

// The actions.
const (
	authenticates action = "auth"
	lists         action = "agents"
	contains      action = "containsAgent"
	listsServices action = "services"
	finds         action = "agentForService"
	findsAll      action = "agentsForService"
	sends         action = "send"
	wants         action = "wantsMessagesFor"
	shuts         action = "shutdown"
)

// performative is the purpose of a message.
type performative string

// The performatives.
const (
	requests performative = "REQUEST"
	agrees   performative = "AGREE"
	refuses  performative = "REFUSE"
	fails    performative = "FAILURE"
	informs  performative = "INFORM"
	baffled  performative = "NOT_UNDERSTOOD"
)

// message is what one agent sends to another. The class comes before the data.
type message struct {
	Class string          `json:"clazz"`
	Data  json.RawMessage `json:"data"`
}

// plain is the class of a message without more.
const plain = "org.arl.fjage.Message"

// fields are the data of a message that goes out.
type fields map[string]any

// request is a message that has come.
type request struct {
	class string

	MsgID     string          `json:"msgID"`
	Perf      performative    `json:"perf"`
	Recipient string          `json:"recipient"`
	Sender    string          `json:"sender"`
	To        *int            `json:"to"`
	Data      json.RawMessage `json:"data"`
	Protocol  uint8           `json:"protocol"`
	Name      string          `json:"name"`
	Index     *int            `json:"index"`
	Param     string          `json:"param"`
	Requests  []struct {
		Param string `json:"param"`
	} `json:"requests"`
}

// short returns a name without that of its package.
func short(name string) string { return name[strings.LastIndex(name, ".")+1:] }

// sibling returns the name of another class of the package of a request, which for ranges is another one in old versions.
func (q *request) sibling(name string) string {
	return strings.TrimSuffix(q.class, short(q.class)) + name
}

// bytes returns the data of a datagram: numbers of bytes with signs or without, or base64 of a type.
func (q *request) bytes() ([]byte, error) {
	if len(q.Data) == 0 || string(q.Data) == "null" {
		return nil, nil
	}
	if q.Data[0] == '{' {
		var typed struct{ Clazz, Data string }
		if err := json.Unmarshal(q.Data, &typed); err != nil {
			return nil, err
		}
		if typed.Clazz != "[B" {
			return nil, fmt.Errorf("data of type %q are no bytes; send [B", typed.Clazz)
		}
		return base64.StdEncoding.DecodeString(typed.Data)
	}
	var numbers []int16
	if err := json.Unmarshal(q.Data, &numbers); err != nil {
		return nil, err
	}
	out := make([]byte, len(numbers))
	for i, n := range numbers {
		if n < -128 || n > 255 {
			return nil, fmt.Errorf("%d is no byte", n)
		}
		out[i] = byte(n)
	}
	return out, nil
}

// bytesOf returns bytes as they are written.
func bytesOf(data string) fields {
	return fields{"clazz": "[B", "data": base64.StdEncoding.EncodeToString([]byte(data))}
}

// errNothing says that a line says nothing.
var errNothing = errors.New("neither an action nor an answer nor a sign of life")

// parse reads a line, and the message in it.
func parse(line []byte) (e envelope, q *request, err error) {
	if err := json.Unmarshal(line, &e); err != nil {
		return e, nil, err
	}
	switch {
	case e.Action == "" && e.InResponseTo == "" && e.Alive == nil:
		return e, nil, errNothing
	case e.Action != sends:
		return e, nil, nil
	case e.Message == nil:
		return e, nil, errNothing
	}
	q = &request{class: e.Message.Class}
	return e, q, json.Unmarshal(e.Message.Data, q)
}
