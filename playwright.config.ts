import { defineConfig } from '@playwright/test'
import { z } from 'zod'

const usage = 'Run the end-to-end tests with `npm run test:e2e`, which starts what they need.'

/** Set by scripts/testing/checks.mjs. */
const Environment = z.object({
  E2E_URL: z.url({ error: usage }),
  E2E_CHROMIUM: z.string({ error: usage }),
})
const Chromium = z.object({
  executablePath: z.string().optional(),
  env: z.record(z.string(), z.string()).default({}),
  args: z.array(z.string()),
})

const { E2E_URL, E2E_CHROMIUM } = Environment.parse(process.env)
const { executablePath, env, args } = Chromium.parse(JSON.parse(E2E_CHROMIUM))

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/sign-in-once.ts',
  outputDir: '.cache/test/e2e',
  workers: 3, // one of them usually waits: for a restart, a video, the network
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  timeout: 180_000,
  // Another machine sets letters differently, so that what stands beside them moves by a pixel or two.
  expect: {
    timeout: 15_000,
    toHaveScreenshot: {
      maxDiffPixels: 4000,
      animations: 'disabled',
      scale: 'css',
      stylePath: 'e2e/site/looks/no-letters.css',
    },
  },
  snapshotPathTemplate: '{testDir}/site/looks/{arg}{ext}',
  use: {
    baseURL: E2E_URL,
    actionTimeout: 60_000, // what is not there by then never appears; a test's timeout is for deliberate waits
    screenshot: 'only-on-failure', // `--trace on` records every step and slows tests down
    // Half-faded elements have half their contrast, so contrast is checked without motion.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { args, env: { ...process.env, ...env }, ...(executablePath ? { executablePath } : {}) },
  },
})
