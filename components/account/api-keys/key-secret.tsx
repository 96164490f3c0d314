'use client'

import { ShownOnce } from '@/components/ui/shown-once'

type KeySecretProps = { title: string; name: string; secret: string; note?: string }

export function KeySecret({ title, name, secret, note }: KeySecretProps) {
  return (
    <ShownOnce
      title={title}
      name={name}
      value={secret}
      what="key"
      testId="key-secret"
      advice="Store it somewhere safe. Only a hash is kept here: a lost key can be replaced, but not recovered."
    >
      {note && <p className="text-sm text-muted">{note}</p>}
    </ShownOnce>
  )
}
