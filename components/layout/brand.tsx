'use client'

import { createContext, type ReactNode, useContext } from 'react'

/** What this installation is called, and the address of its own logo. */
type Brand = { name: string; logo: string | null }

const BrandContext = createContext<Brand>({ name: 'Portico', logo: null })

export function BrandProvider({ brand, children }: { brand: Brand; children: ReactNode }) {
  return <BrandContext value={brand}>{children}</BrandContext>
}

export function useBrand(): Brand {
  return useContext(BrandContext)
}
