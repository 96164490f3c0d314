import Link from 'next/link'
import { paths } from '@/lib/client/paths'

/** Names of the models that can be called now, by id. */
export type OfferedNames = ReadonlyMap<string, string>

type RankedModelProps = { id: string; name?: string; offered: OfferedNames }

/** A model's name; a link while it can be called here. */
export function RankedModel({ id, name, offered }: RankedModelProps) {
  const words = name ?? offered.get(id) ?? id
  if (!offered.has(id)) return <span className="font-medium">{words}</span>
  return (
    <Link
      href={paths.model(id)}
      prefetch={false}
      className="press-line inline-block rounded-xs font-medium text-ink underline-offset-3 hover:underline"
    >
      {words}
    </Link>
  )
}
