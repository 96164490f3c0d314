import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('.', import.meta.url))
const everywhere = {
  environment: 'node',
  restoreMocks: true,
  unstubEnvs: true,
  testTimeout: 60_000, // two busy cores are slow; a test that hangs is found all the same
  hookTimeout: 60_000,
  expect: { poll: { timeout: 30_000, interval: 20 } },
} as const
const resolve = { alias: { '@': root.replace(/\/$/, '') } }
const exclude = ['**/node_modules/**', '.next/**', '.cache/**', 'e2e/**']

export default defineConfig({
  test: {
    pool: 'forks',
    isolate: false, // scripts/testing/each-file.mjs keeps files apart, for a fraction of what a process each would cost
    maxWorkers: 3, // one of them waits for the database or for a clock at most times
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
