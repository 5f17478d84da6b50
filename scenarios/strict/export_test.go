package strict

// Check is the validator of these tests, for those outside of the package.
func Check(schema map[string]any, v any) string { return check(schema, schema, v) }
