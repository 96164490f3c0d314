import type { ReactNode } from 'react'

export type Fact = { name: string; text: ReactNode }

/** Names and explanations between hairlines. */
export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="divide-y divide-line border-y border-line">
      {facts.map(({ name, text }) => (
        <div key={name} className="grid gap-x-8 gap-y-1 py-4 sm:grid-cols-[11rem_minmax(0,1fr)]">
          <dt className="font-medium">{name}</dt>
          <dd className="text-base text-muted">{text}</dd>
        </div>
      ))}
    </dl>
  )
}
