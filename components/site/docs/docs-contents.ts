/** The parts of the guide, in order. */
export const docsContents = [
  { id: 'start', title: 'Quick start' },
  { id: 'authentication', title: 'Authentication and scopes' },
  { id: 'chat', title: 'Chat' },
  { id: 'images', title: 'Images' },
  { id: 'uploads', title: 'Uploads, edits and variations' },
  { id: 'videos', title: 'Videos' },
  { id: 'portraits', title: 'Portraits' },
  { id: 'callbacks', title: 'Callbacks' },
  { id: 'errors', title: 'Errors' },
  { id: 'limits', title: 'Rate limits' },
  { id: 'idempotency', title: 'Idempotency' },
  { id: 'billing', title: 'Billing' },
  { id: 'reference', title: 'Reference' },
] as const

export type DocsPart = (typeof docsContents)[number]['id']

export function titleOfPart(id: DocsPart): string {
  return docsContents.find((part) => part.id === id)?.title ?? id
}
