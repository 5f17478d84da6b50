//go:build cgo && linux

// Fmu is the library of an FMU, a C library that an importer of the Functional Mock-up Interface 3.0 loads. It hands the calls of
// the standard's functions to package bench/cosim/fmi, which says what they do; refused.c has those that do nothing. make fmu
// builds it, and halocline fmu packs it with a scenario.
//
// Go's run time is in it, once for all instances of a process, with threads and memory of its own. It is never unloaded: dlclose
// keeps it. When it is loaded it installs signal handlers, which hand signals that do not come from Go on to those that were there
// before. A process that has loaded it must not fork without exec.
//
// Begin with fmi3InstantiateCoSimulation. An instance is for one thread at a time; several instances go on side by side.
//
// Left out: what package fmi leaves out, and pointers that are neither NULL nor of an instance, which C cannot tell.
package main

/*
#include <stdlib.h>
#include "fmi3.h"
*/
import "C"

import (
	"errors"
	"fmt"
	"os"
	"runtime/cgo"
	"unsafe"

	root "halocline"
	"halocline/bench/cosim/fmi"
	"halocline/scenarios"
)

func main() {}

// instance is what an instance needs beside its run.
type instance struct {
	*fmi.Instance
	early bool      // whether a step may return early
	texts []*C.char // that the importer may still read
}

// do carries a call out. What goes wrong is told to the importer; nothing of it ends its process.
func do(p C.fmi3Instance, call func(*instance) error) (status C.fmi3Status) {
	if p == nil {
		return C.fmi3Error
	}
	c := (*C.struct_instance)(p)
	defer func() {
		if fault := recover(); fault != nil {
			tell(c.environment, c.log, C.fmi3Fatal, fmt.Sprint("a fault of halocline: ", fault))
			status = C.fmi3Fatal
		}
	}()
	if err := call(cgo.Handle(c.handle).Value().(*instance)); err != nil {
		tell(c.environment, c.log, C.fmi3Error, err.Error())
		return C.fmi3Error
	}
	return C.fmi3OK
}

// tell tells the importer something, if it listens.
func tell(environment C.fmi3InstanceEnvironment, log C.fmi3LogMessageCallback, status C.fmi3Status, message string) {
	if log == nil {
		return
	}
	category := C.CString("logStatusError")
	if status == C.fmi3Warning {
		C.free(unsafe.Pointer(category))
		category = C.CString("logStatusWarning")
	}
	text := C.CString(message)
	C.tell(environment, log, status, category, text)
	C.free(unsafe.Pointer(category))
	C.free(unsafe.Pointer(text))
}

// open makes an instance of the resources.
func open(token, resources string) (*fmi.Instance, error) {
	sources, err := root.Sources()
	if err != nil {
		return nil, err
	}
	model, err := fmi.Open(scenarios.Standard(), os.DirFS(resources), sources)
	if err != nil {
		return nil, err
	}
	if err := model.Check(token); err != nil {
		return nil, err
	}
	return model.New()
}

//export fmi3InstantiateCoSimulation
func fmi3InstantiateCoSimulation(name, token, resources C.fmi3String, visible, logging, events, early C.fmi3Boolean,
	required *C.fmi3ValueReference, n C.size_t, environment C.fmi3InstanceEnvironment, log C.fmi3LogMessageCallback, update unsafe.Pointer,
) (made C.fmi3Instance) {
	defer func() {
		if fault := recover(); fault != nil {
			tell(environment, log, C.fmi3Fatal, fmt.Sprint("a fault of halocline: ", fault))
		}
	}()
	if token == nil || resources == nil {
		tell(environment, log, C.fmi3Error, "the instantiation token or the path of the resources is NULL")
		return nil
	}
	run, err := open(C.GoString(token), C.GoString(resources))
	if err == nil && bool(events) {
		err = errors.New("event mode is asked for, and this FMU has none")
	}
	if err != nil {
		tell(environment, log, C.fmi3Error, err.Error())
		return nil
	}
	for _, w := range run.Warnings() {
		tell(environment, log, C.fmi3Warning, w)
	}
	c := (*C.struct_instance)(C.calloc(1, C.sizeof_struct_instance))
	c.handle = C.uintptr_t(cgo.NewHandle(&instance{Instance: run, early: bool(early)}))
	c.environment, c.log = environment, log
	return C.fmi3Instance(c)
}

//export fmi3FreeInstance
func fmi3FreeInstance(p C.fmi3Instance) {
	do(p, func(i *instance) error {
		i.free()
		cgo.Handle((*C.struct_instance)(p).handle).Delete()
		return nil
	})
	C.free(unsafe.Pointer(p))
}

// free frees what the importer may not read any more.
func (i *instance) free() {
	for _, t := range i.texts {
		C.free(unsafe.Pointer(t))
	}
	i.texts = i.texts[:0]
}

//export fmi3EnterInitializationMode
func fmi3EnterInitializationMode(p C.fmi3Instance, tolerant C.fmi3Boolean, tolerance, start C.fmi3Float64, stops C.fmi3Boolean, stop C.fmi3Float64) C.fmi3Status {
	return do(p, func(i *instance) error { return i.EnterInitialization(float64(start)) })
}

//export fmi3ExitInitializationMode
func fmi3ExitInitializationMode(p C.fmi3Instance) C.fmi3Status {
	return do(p, func(i *instance) error { return i.ExitInitialization() })
}

//export fmi3Terminate
func fmi3Terminate(p C.fmi3Instance) C.fmi3Status {
	return do(p, func(i *instance) error { return i.Terminate() })
}

//export fmi3Reset
func fmi3Reset(p C.fmi3Instance) C.fmi3Status {
	return do(p, func(i *instance) error { return i.Reset() })
}

//export fmi3DoStep
func fmi3DoStep(p C.fmi3Instance, at, size C.fmi3Float64, final C.fmi3Boolean, event, terminate, early *C.fmi3Boolean, last *C.fmi3Float64) C.fmi3Status {
	return do(p, func(i *instance) error {
		step, err := i.DoStep(float64(at), float64(size))
		if err != nil {
			return err
		}
		put(event, false)
		put(terminate, step.Ended)
		put(early, step.Early && i.early)
		if last != nil {
			*last = C.fmi3Float64(step.Reached)
		}
		return nil
	})
}

// put writes a result that the importer may not want.
func put(to *C.fmi3Boolean, is bool) {
	if to != nil {
		*to = C.fmi3Boolean(is)
	}
}

// each carries something out for every variable of a call.
func each[T any](references *C.fmi3ValueReference, n C.size_t, values *T, many C.size_t, one func(reference uint32, value *T) error) error {
	if n != many {
		return fmt.Errorf("%d value references and %d values; each variable has one value", n, many)
	}
	if n > 0 && (references == nil || values == nil) {
		return errors.New("the array of value references or that of values is NULL")
	}
	into := unsafe.Slice(values, n)
	for k, r := range unsafe.Slice(references, n) {
		if err := one(uint32(r), &into[k]); err != nil {
			return err
		}
	}
	return nil
}

//export fmi3GetFloat64
func fmi3GetFloat64(p C.fmi3Instance, references *C.fmi3ValueReference, n C.size_t, values *C.fmi3Float64, many C.size_t) C.fmi3Status {
	return do(p, func(i *instance) error {
		return each(references, n, values, many, func(r uint32, to *C.fmi3Float64) error {
			x, err := i.Number(r)
			*to = C.fmi3Float64(x)
			return err
		})
	})
}

//export fmi3SetFloat64
func fmi3SetFloat64(p C.fmi3Instance, references *C.fmi3ValueReference, n C.size_t, values *C.fmi3Float64, many C.size_t) C.fmi3Status {
	return do(p, func(i *instance) error {
		return each(references, n, values, many, func(r uint32, from *C.fmi3Float64) error { return i.SetNumber(r, float64(*from)) })
	})
}

//export fmi3GetBoolean
func fmi3GetBoolean(p C.fmi3Instance, references *C.fmi3ValueReference, n C.size_t, values *C.fmi3Boolean, many C.size_t) C.fmi3Status {
	return do(p, func(i *instance) error {
		return each(references, n, values, many, func(r uint32, to *C.fmi3Boolean) error {
			is, err := i.Truth(r)
			*to = C.fmi3Boolean(is)
			return err
		})
	})
}

//export fmi3GetString
func fmi3GetString(p C.fmi3Instance, references *C.fmi3ValueReference, n C.size_t, values *C.fmi3String, many C.size_t) C.fmi3Status {
	return do(p, func(i *instance) error {
		i.free()
		return each(references, n, values, many, func(r uint32, to *C.fmi3String) error {
			s, err := i.Text(r)
			if err == nil {
				i.texts = append(i.texts, C.CString(s))
				*to = i.texts[len(i.texts)-1]
			}
			return err
		})
	})
}

//export fmi3SetString
func fmi3SetString(p C.fmi3Instance, references *C.fmi3ValueReference, n C.size_t, values *C.fmi3String, many C.size_t) C.fmi3Status {
	return do(p, func(i *instance) error {
		return each(references, n, values, many, func(r uint32, from *C.fmi3String) error {
			if *from == nil {
				return errors.New("a String is NULL")
			}
			return i.SetText(r, C.GoString(*from))
		})
	})
}
