'use client'

import Link from 'next/link'
import { useState } from 'react'
import { useHydrated } from '@/components/data/browser'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { EmailConfirmed } from '@/lib/account/identity/schema'
import { ApiError, callApi } from '@/lib/client/api-client'
import { apiPaths, paths } from '@/lib/client/paths'
import { AuthPage } from './auth-page'

type ConfirmEmailProps = { token: string; from: string; to: string }

type Step = 'idle' | 'sending' | 'confirmed'

export function ConfirmEmail({ token, from, to }: ConfirmEmailProps) {
  const [step, setStep] = useState<Step>('idle')
  const [problem, setProblem] = useState<string | null>(null)
  const isReady = useHydrated()
  async function confirm() {
    setStep('sending')
    try {
      await callApi(apiPaths.confirmEmail, { method: 'POST', body: { token }, reply: EmailConfirmed })
      setStep('confirmed')
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(error.message)
      setStep('idle')
    }
  }
  if (step === 'confirmed') return <Confirmed email={to} />
  return (
    <AuthPage
      title="Confirm your email"
      description={
        <>
          The account with <Address of={from} /> will sign in with <Address of={to} />. Confirm only if this
          is your account.
        </>
      }
    >
      {problem && <Alert tone="danger">{problem}</Alert>}
      <Button
        variant="default"
        size="lg"
        disabled={!isReady}
        loading={step === 'sending'}
        onClick={() => void confirm()}
      >
        Confirm
      </Button>
    </AuthPage>
  )
}

function Confirmed({ email }: { email: string }) {
  return (
    <AuthPage
      title="Your email is confirmed"
      description={
        <>
          You now sign in with <Address of={email} />.
        </>
      }
    >
      <Button asChild variant="default" size="lg">
        <Link href={paths.console}>Open the console</Link>
      </Button>
    </AuthPage>
  )
}

function Address({ of }: { of: string }) {
  return <span className="font-medium wrap-anywhere text-foreground">{of}</span>
}
