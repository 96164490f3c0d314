import { paths } from '@/lib/client/paths'

/** The pages of the guide (docs/guide) in order, for the navigation and the search. */
export const docsPages = [
  { slug: 'start', group: 'Guide', title: 'Quick start' },
  { slug: 'authentication', group: 'Guide', title: 'Authentication and scopes' },
  { slug: 'organizations', group: 'Guide', title: 'Organizations and roles' },
  { slug: 'provisioning', group: 'Guide', title: 'Provisioning (SCIM)' },
  { slug: 'clients', group: 'Guide', title: 'Claude Code, Codex and other clients' },
  { slug: 'playground', group: 'Guide', title: 'Playground' },
  { slug: 'chat', group: 'APIs', title: 'Chat' },
  { slug: 'images', group: 'APIs', title: 'Images' },
  { slug: 'uploads', group: 'APIs', title: 'Uploads, edits and variations' },
  { slug: 'videos', group: 'APIs', title: 'Videos' },
  { slug: 'portraits', group: 'APIs', title: 'Portraits' },
  { slug: 'callbacks', group: 'APIs', title: 'Callbacks' },
  { slug: 'errors', group: 'Rules', title: 'Errors' },
  { slug: 'limits', group: 'Rules', title: 'Rate limits' },
  { slug: 'tags', group: 'Rules', title: 'End users, tags and budgets' },
  { slug: 'roles', group: 'Rules', title: 'Roles' },
  { slug: 'idempotency', group: 'Rules', title: 'Idempotency' },
  { slug: 'billing', group: 'Rules', title: 'Billing' },
] as const

export type DocsEntry = (typeof docsPages)[number]

export type GuidePage = DocsEntry & {
  summary: string
  /** More words for the search, besides title, summary and headings. */
  keywords: string
  headings: string[]
  /** In Markdown. */
  text: string
}

export function docsPath(slug: string): string {
  return slug === 'start' ? paths.docs : `${paths.docs}/${slug}`
}

export function referencePath(tag: string): string {
  return `${paths.docs}/reference/${anchorOf(tag)}`
}

/** `Codes of failed tasks` → `codes-of-failed-tasks`. */
export function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
}
