import { anchorOf } from '@/components/site/docs/docs-contents'
import { type Operation, readOperations, tagsOf } from '@/components/site/docs/reference/read-operations'
import { pageApi } from '@/lib/client/page-api'

let read: Operation[] | undefined

/** What `/openapi.json` describes, but for what our own pages alone call. */
export function listOperations(): Operation[] {
  read ??= readOperations(pageApi().describeApi())
    .filter(({ path }) => !path.startsWith('/api/'))
    .sort((a, b) => Number(isSide(a)) - Number(isSide(b)))
  return read
}

/** The most wanted stands first: the models’ own endpoints. */
const isSide = ({ path }: Operation): boolean => !path.startsWith('/v1/')

export function listTags(): string[] {
  return tagsOf(listOperations())
}

export function findTag(slug: string): string | undefined {
  return listTags().find((tag) => anchorOf(tag) === slug)
}
