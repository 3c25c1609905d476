/** The small made-up world of the demonstration. */
export const places: Readonly<Record<string, readonly string[]>> = {
  Portugal: ['Lisbon', 'Porto', 'Faro'],
  China: ['Shanghai', 'Guangzhou', 'Quanzhou'],
  Italy: ['Genoa', 'Venice', 'Amalfi'],
  Kenya: ['Lamu', 'Mombasa'],
};

export function countriesLike(value: string): string[] {
  return Object.keys(places).filter((name) => name.toLowerCase().startsWith(value.toLowerCase()));
}

/** Of one country when it is known, else of all. */
export function portsLike(value: string, country: string | undefined): string[] {
  const all = country === undefined ? Object.values(places).flat() : (places[country] ?? []);
  return all.filter((name) => name.toLowerCase().startsWith(value.toLowerCase()));
}
