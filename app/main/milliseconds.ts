/** What the environment asks for where somebody wants it slower, faster or at once (0): tests and measurements do. */
export function milliseconds(name: string, usual: number): number {
  const asked = Number(process.env[name] ?? usual);
  return Number.isFinite(asked) && asked >= 0 ? asked : usual;
}
