/** A value for the secret store, and what it is called in a launch: `${secret:NAME}`. */
export interface NamedSecret {
  name: string;
  value: string;
}
