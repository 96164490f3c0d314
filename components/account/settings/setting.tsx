import type { ReactNode } from 'react'

type SettingProps = { name: string; hint?: string; children: ReactNode }

/** One setting: its label at the left, its value or control at the right. */
export function Setting({ name, hint, children }: SettingProps) {
  return (
    <div className="grid gap-x-8 gap-y-2 px-4 py-3.5 sm:grid-cols-[14rem_minmax(0,1fr)] sm:items-center">
      <dt className="text-sm font-medium">
        {name}
        {hint && <span className="block text-xs font-normal text-faint">{hint}</span>}
      </dt>
      <dd className="flex min-w-0 items-center gap-1 text-sm text-muted">{children}</dd>
    </div>
  )
}
