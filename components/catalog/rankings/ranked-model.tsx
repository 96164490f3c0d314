import Link from 'next/link'
import { paths } from '@/lib/client/paths'

/** Names of the available models, by id. */
export type OfferedNames = ReadonlyMap<string, string>

type RankedModelProps = { id: string; name?: string; offered: OfferedNames }

/** A model's name, as a link while it is available. */
export function RankedModel({ id, name, offered }: RankedModelProps) {
  const label = name ?? offered.get(id) ?? id
  if (!offered.has(id)) return <span className="font-medium">{label}</span>
  return (
    <Link
      href={paths.model(id)}
      prefetch={false}
      className="press-line inline-block rounded-xs font-medium text-ink underline-offset-3 hover:underline"
    >
      {label}
    </Link>
  )
}
