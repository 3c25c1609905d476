export const name = "hashed";
