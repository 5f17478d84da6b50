package main

import "github.com/spf13/cobra"

func newList(io stdio) *cobra.Command {
	return &cobra.Command{
		Use:   "list",
		Short: "List the bundled scenarios and every model with its parameters",
		RunE: func(*cobra.Command, []string) error {
			return nil
		},
	}
}

func version() string { return "dev" }
