'use client'

import { useState } from 'react'
import { useHydrated } from '@/components/data/browser'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { OrganizationItem } from '@/lib/account/organizations/schema'
import { callApi } from '@/lib/client/api-client'
import { apiPaths, paths } from '@/lib/client/paths'

export function AcceptInvitation({ token }: { token: string }) {
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const isReady = useHydrated()
  async function accept() {
    setBusy(true)
    try {
      await callApi(apiPaths.acceptInvitation(token), { method: 'POST', reply: OrganizationItem })
      window.location.assign(paths.console)
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
      setBusy(false)
    }
  }
  return (
    <>
      {problem && <Alert tone="danger">{problem}</Alert>}
      <Button variant="default" size="lg" disabled={!isReady} loading={isBusy} onClick={() => void accept()}>
        Accept invitation
      </Button>
    </>
  )
}

/** Signs out and shows the same page again. */
export function SignOutHere() {
  const isReady = useHydrated()
  async function leave() {
    const { signOut } = await import('next-auth/react')
    await signOut({ redirect: false })
    window.location.reload()
  }
  return (
    <Button variant="default" size="lg" disabled={!isReady} onClick={() => void leave()}>
      Sign out
    </Button>
  )
}
