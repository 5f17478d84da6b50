package strict_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"gopkg.in/yaml.v3"

	"halocline/scenarios"
	"halocline/scenarios/strict"
)

// The schema of the whole language, with every model, accepts the scenarios
// that come with the program, and not those with a key that does not exist.
func TestSchemaOfBundledScenarios(t *testing.T) {
	text, err := strict.Schema(scenarios.Default(), scenarios.Standard().Models())
	if err != nil {
		t.Fatal(err)
	}
	var schema map[string]any
	if err := json.Unmarshal(text, &schema); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("../*.yaml")
	if err != nil || len(files) == 0 || len(files) != len(scenarios.Standard().Bundled()) {
		t.Fatalf("%d files for %d bundled scenarios: %v", len(files), len(scenarios.Standard().Bundled()), err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var scenario map[string]any
		if err := yaml.Unmarshal(text, &scenario); err != nil {
			t.Fatal(err)
		}
		if wrong := strict.Check(schema, scenario); wrong != "" {
			t.Errorf("%s: %s", name, wrong)
		}
		nodes, _ := scenario["nodes"].([]any)
		if len(nodes) == 0 {
			continue // its base has them
		}
		nodes[0].(map[string]any)["ta"] = "[0m, 0m, 0m]"
		if wrong := strict.Check(schema, scenario); wrong == "" {
			t.Errorf("%s: the schema accepts a node with the key ta", name)
		}
	}
}
