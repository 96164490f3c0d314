'use client'

import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'

/** A window whose code is fetched when it is first opened. From then on it stays, so that it can close as it should. */
export function whenOpened<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  isOpen: (props: Props) => boolean,
): ComponentType<Props> {
  const Window: ComponentType<Props> = lazy(async () => ({ default: await load() }))
  return (props) => (
    <OnceOpened open={isOpen(props)}>
      <Window {...props} />
    </OnceOpened>
  )
}

function OnceOpened({ open, children }: { open: boolean; children: ReactNode }) {
  const [wasOpened, setOpened] = useState(false)
  if (open && !wasOpened) setOpened(true)
  return wasOpened ? <Suspense fallback={null}>{children}</Suspense> : null
}
