import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import type { ReactNode } from 'react'
import { ConsoleShell } from '@/components/layout/console-shell'
import { pageApi, readSession } from '@/lib/client/page-api'
import { paths, signInPath } from '@/lib/client/paths'

export const metadata: Metadata = { robots: { index: false } }

export default async function ConsoleLayout({ children }: { children: ReactNode }) {
  const session = await readSession()
  if (!session) redirect(signInPath((await headers()).get('x-console-path') ?? paths.console))
  return (
    <ConsoleShell
      userId={session.userId}
      organization={{ id: session.customerId, name: session.organization }}
      name={session.name}
      email={session.email}
      isOperator={session.isOperator}
      isSuspended={session.isSuspended}
      permissions={pageApi().permissionsOf(session.member.role)}
    >
      {children}
    </ConsoleShell>
  )
}
