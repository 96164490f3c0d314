import type { CustomerRow } from './repository'

/** A tenant and its people, for operators. */
export type CustomerSummary = {
  id: string
  name: string
  isOperator: boolean
  isDemo: boolean
  suspendedAt: Date | null
  deletedAt: Date | null
  createdAt: Date
  users: {
    id: string
    name: string
    email: string
    hasPassword: boolean
    services: string[]
    createdAt: Date
  }[]
}

export function presentCustomer({ users, ...row }: CustomerRow): CustomerSummary {
  return {
    ...row,
    users: users.map(({ id, name, email, passwordHash, oauth, createdAt }) => ({
      id,
      name,
      email,
      hasPassword: passwordHash !== null,
      services: oauth.map(({ provider }) => provider),
      createdAt,
    })),
  }
}
