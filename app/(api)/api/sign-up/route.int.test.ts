import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { openDoors } from '@/lib/http/testing'
import { prisma } from '@/lib/platform/db'
import { env } from '@/lib/platform/env'
import * as signUp from './route'

const path = '/api/sign-up'
const modules = { [path]: signUp }
const { call, close } = await openDoors(modules)
afterAll(close)

const password = 'correct horse'
const newEmail = () => `${randomUUID()}@example.com`

beforeEach(() => {
  env().RATE_LIMIT_SIGN_UP = 100_000
})

describe('signing up', () => {
  it('makes a user and its customer: 201, and nothing of the password', async () => {
    const email = newEmail()
    const { status, body } = await call('POST', path, { json: { name: ' Ann ', email, password } })
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.stringMatching(/^usr_/),
      name: 'Ann',
      email,
      customer_id: expect.stringMatching(/^cus_/),
      created_at: expect.stringMatching(/Z$/),
    })
    const user = await prisma.user.findUniqueOrThrow({ where: { email }, include: { customer: true } })
    expect(user.passwordHash).toMatch(/^\$argon2id\$/)
    expect(user.customer).toMatchObject({ name: 'Ann', isOperator: false, isDemo: false })
  })

  it('makes nothing where it is closed: 403', async () => {
    const email = newEmail()
    env().SIGN_UP = 'off'
    const answer = await call('POST', path, { json: { name: 'Ann', email, password } })
    env().SIGN_UP = 'on'
    expect(answer).toMatchObject({ status: 403, body: { error: { code: 'sign_up_closed' } } })
    expect(await prisma.user.count({ where: { email } })).toBe(0)
  })

  it('takes an email once, however it is written: 409', async () => {
    const email = newEmail()
    expect((await call('POST', path, { json: { name: 'A', email, password } })).status).toBe(201)
    const again = await call('POST', path, {
      json: { name: 'B', email: `  ${email.toUpperCase()} `, password },
    })
    expect(again).toMatchObject({
      status: 409,
      body: { error: { code: 'email_taken', type: 'invalid_request_error', param: 'email' } },
    })
    const demo = await call('POST', path, { json: { name: 'D', email: 'demo@portico.local', password } })
    expect(demo.status).toBe(409)
  })

  it('takes an email once even when many ask at the same time', async () => {
    const email = newEmail()
    const before = await prisma.customer.count()
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => call('POST', path, { json: { name: 'R', email, password } })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409])
    expect(await prisma.customer.count()).toBe(before + 1)
  })

  it.each([
    ['name', 'missing_parameter', { email: 'a@example.com', password }],
    ['name', 'invalid_parameter', { name: ' ', email: 'a@example.com', password }],
    ['name', 'invalid_parameter', { name: 'x'.repeat(101), email: 'a@example.com', password }],
    ['name', 'invalid_parameter', { name: 'a\u0000', email: 'a@example.com', password }],
    ['email', 'missing_parameter', { name: 'A', password }],
    ['email', 'invalid_parameter', { name: 'A', email: 'nobody', password }],
    ['email', 'invalid_parameter', { name: 'A', email: `${'a'.repeat(250)}@example.com`, password }],
    ['email', 'invalid_parameter', { name: 'A', email: 'a\u0000@example.com', password }],
    ['password', 'missing_parameter', { name: 'A', email: 'a@example.com' }],
    ['password', 'invalid_parameter', { name: 'A', email: 'a@example.com', password: '123456789' }],
    ['password', 'invalid_parameter', { name: 'A', email: 'a@example.com', password: 'x'.repeat(201) }],
    ['is_operator', 'invalid_parameter', { name: 'A', email: 'a@example.com', password, is_operator: true }],
  ])('names %s when it is wrong: 400 %s', async (param, code, json) => {
    const { status, body } = await call('POST', path, { json })
    expect(status).toBe(400)
    expect(body).toMatchObject({ error: { param, code } })
    expect(JSON.stringify(body)).not.toContain(password)
  })
})
