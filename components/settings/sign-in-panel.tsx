'use client'

import { useQuery } from '@tanstack/react-query'
import { ErrorState } from '@/components/ui/error-state'
import { Panel, PanelHeader } from '@/components/ui/panel'
import { Skeleton } from '@/components/ui/skeleton'
import { profileQuery } from '@/lib/identity/queries'
import type { SignInOptions } from '@/lib/identity/schema'
import { PasswordSetting } from './password-setting'
import { ServiceSetting } from './service-setting'

/** The ways in: the password, and accounts elsewhere. */
export function SignInPanel({ options }: { options: SignInOptions }) {
  const profile = useQuery(profileQuery())
  return (
    <Panel>
      <PanelHeader title="Sign-in" />
      {profile.isPending && (
        <div role="status" className="flex flex-col gap-4 p-4">
          <span className="sr-only">Loading the ways to sign in</span>
          <Skeleton className="w-1/3" />
          <Skeleton className="w-1/2" />
        </div>
      )}
      {profile.error && !profile.data && (
        <ErrorState
          title="The ways to sign in could not be loaded"
          error={profile.error}
          onRetry={() => void profile.refetch()}
          retrying={profile.isFetching}
        />
      )}
      {profile.data && (
        <dl className="divide-y divide-line">
          <PasswordSetting profile={profile.data} />
          {options.services.map((service) => (
            <ServiceSetting key={service.id} service={service} profile={profile.data} />
          ))}
        </dl>
      )}
    </Panel>
  )
}
