'use client'

import { createContext, type ReactNode, use } from 'react'
import type { Permission } from '@/lib/account/identity/schema'

/** What the member's role allows. */
export const Permissions = createContext<readonly Permission[]>([])

/** Whether the role allows something. What would be refused is not offered. */
export function useMay(): (permission: Permission) => boolean {
  const permissions = use(Permissions)
  return (permission) => permissions.includes(permission)
}

export function Allowed({ to, children }: { to: Permission; children: ReactNode }) {
  return useMay()(to) ? children : null
}
