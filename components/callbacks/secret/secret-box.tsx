'use client'

import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'

/** A secret that is hidden from whoever looks over the shoulder until it is asked for; copying needs no look. */
export function SecretBox({ secret, name }: { secret: string; name: string }) {
  const [shown, setShown] = useState(false)
  return (
    <div className="flex items-start gap-1 rounded-md border border-line-strong bg-sunken py-1.5 pr-1.5 pl-3">
      <code
        data-testid={name}
        className="min-w-0 flex-1 py-1 font-mono text-xs leading-5 break-all pointer-coarse:py-2"
      >
        {shown ? secret : <HiddenSecret />}
      </code>
      <Button
        variant="ghost"
        size="icon-sm"
        aria-label={`${shown ? 'Hide' : 'Reveal'} the ${name}`}
        onClick={() => setShown(!shown)}
      >
        {shown ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
      </Button>
      <CopyButton value={secret} what={`the ${name}`} />
    </div>
  )
}

function HiddenSecret() {
  return (
    <>
      <span className="sr-only">Hidden</span>
      <span aria-hidden="true">whsec_{'•'.repeat(24)}</span>
    </>
  )
}
