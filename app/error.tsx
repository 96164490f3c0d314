'use client'

import type { ComponentProps } from 'react'
import { CornerLogo } from '@/components/layout/brand'
import { BrokenPage } from '@/components/layout/broken-page'

export default function ErrorPage(props: ComponentProps<typeof BrokenPage>) {
  return (
    <main>
      <CornerLogo />
      <BrokenPage {...props} />
    </main>
  )
}
