import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('.', import.meta.url))
const everywhere = {
  environment: 'node',
  restoreMocks: true,
  unstubEnvs: true,
  testTimeout: 60_000, // busy machines are slow; hanging tests still fail
  hookTimeout: 60_000,
  expect: { poll: { timeout: 30_000, interval: 20 } },
} as const
const resolve = { alias: { '@': root.replace(/\/$/, '') } }
const exclude = ['**/node_modules/**', '.next/**', '.cache/**', 'e2e/**']

export default defineConfig({
  test: {
    pool: 'forks',
    isolate: false, // scripts/testing/each-file.mjs isolates files, far cheaper than a process each
    maxWorkers: 3, // one of them usually waits for the database or a timer
    projects: [
      {
        resolve,
        test: {
          ...everywhere,
          name: 'unit',
          include: ['**/*.test.{ts,tsx}'],
          exclude: [...exclude, '**/*.int.test.ts'],
          globalSetup: ['scripts/testing/run-folder.mjs'],
          setupFiles: ['scripts/testing/each-file.mjs'],
        },
      },
      {
        resolve,
        test: {
          ...everywhere,
          name: 'integration',
          include: ['**/*.int.test.ts'],
          exclude,
          globalSetup: ['scripts/testing/test-cluster.mjs'],
          setupFiles: ['scripts/testing/each-file.mjs', 'scripts/testing/integration-file.mjs'],
        },
      },
    ],
  },
})
