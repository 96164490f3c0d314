'use client'

import { QueryClientProvider } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { type ReactNode, useState } from 'react'
import { createQueryClient } from '@/lib/client/query-client'

const Toaster = dynamic(() => import('@/components/ui/toaster').then((module) => module.Toaster), {
  ssr: false,
})

export function ConsoleProviders({ children }: { children: ReactNode }) {
  const [client] = useState(createQueryClient)
  return (
    <QueryClientProvider client={client}>
      {children}
      <Toaster />
    </QueryClientProvider>
  )
}
