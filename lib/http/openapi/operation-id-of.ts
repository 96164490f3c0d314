/** `postV1ImagesEdits`, `getV1ImagesGenerationsById`: what generators call the function. */
export function operationIdOf(method: string, path: string): string {
  const words = path.replace(/\[(?:\.\.\.)?(\w+)\]/g, 'by_$1').match(/[A-Za-z0-9]+/g) ?? []
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}
