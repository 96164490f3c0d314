import { anchorOf } from '@/components/site/docs/docs-contents'
import { type Operation, readOperations, tagsOf } from '@/components/site/docs/reference/read-operations'
import { pageApi } from '@/lib/client/page-api'

let read: Operation[] | undefined

/** The operations of `/openapi.json`, without those only our pages call. */
export function listOperations(): Operation[] {
  read ??= readOperations(pageApi().describeApi())
    .filter(({ path }) => !path.startsWith('/api/'))
    .sort((a, b) => Number(isModelCall(b)) - Number(isModelCall(a)))
  return read
}

/** Calls of models come first. */
const isModelCall = ({ path }: Operation): boolean => path.startsWith('/v1/')

export function listTags(): string[] {
  return tagsOf(listOperations())
}

export function findTag(slug: string): string | undefined {
  return listTags().find((tag) => anchorOf(tag) === slug)
}
