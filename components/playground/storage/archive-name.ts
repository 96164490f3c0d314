/** One database an account, so that two people who share a browser do not read each other's conversations. */
export function archiveName(ownerId: string): string {
  return `portico-playground-${ownerId}`
}
