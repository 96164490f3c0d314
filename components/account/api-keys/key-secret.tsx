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
      advice="Keep it in a secret store. Only its hash is kept here, so a lost key cannot be read again, only replaced."
    >
      {note && <p className="text-sm text-muted">{note}</p>}
    </ShownOnce>
  )
}
