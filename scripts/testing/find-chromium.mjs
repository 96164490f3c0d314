// The browser for end-to-end tests: one from npm, an installed one, or Playwright's download.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { Failure } from '../steps/output.mjs'
import { run } from '../steps/run.mjs'

const installed = ['chromium', 'chromium-headless-shell', 'chromium-browser', 'google-chrome']

const flags = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

function onPath(name) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.map((folder) => join(folder, name)).find((file) => existsSync(file))
}

const starts = ({ executablePath, env }) =>
  spawnSync(executablePath, ['--version'], {
    stdio: 'ignore',
    env: { ...process.env, ...env },
    timeout: 30_000,
  }).status === 0

/** The shipped fonts.conf names another folder, and Chromium exits without a font. */
function writeFontsConf(fonts) {
  mkdirSync(fonts, { recursive: true })
  const folders = [fonts, '/usr/share/fonts'].map((folder) => `<dir>${folder}</dir>`).join('')
  const cache = `<cachedir>${join(fonts, 'cache')}</cachedir>`
  const head = '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">'
  writeFileSync(join(fonts, 'fonts.conf'), `${head}<fontconfig>${folders}${cache}</fontconfig>\n`)
}

/** Unpacks @sparticuz/chromium, which includes system libraries a bare machine lacks. */
async function fromNpm(root) {
  const manifest = join(root, 'node_modules', '@sparticuz', 'chromium', 'package.json')
  if (process.platform !== 'linux' || process.arch !== 'x64' || !existsSync(manifest)) return undefined
  const folder = join(root, '.cache', `chromium-${JSON.parse(readFileSync(manifest, 'utf8')).version}`)
  const unpacked = join(folder, 'unpacked')
  if (!existsSync(unpacked)) {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    const script = "import c from '@sparticuz/chromium'; await c.executablePath()"
    // It unpacks into the temporary folder, and its libraries only if it believes to run in a cloud function.
    const env = { ...process.env, TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: 'nodejs20.x' }
    await run('Unpacking Chromium', [process.execPath, '--input-type=module', '-e', script], {
      cwd: root,
      env,
    })
    writeFileSync(unpacked, '')
  }
  const fonts = join(folder, 'fonts')
  writeFontsConf(fonts)
  const env = { LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'), FONTCONFIG_PATH: fonts }
  return { executablePath: join(folder, 'chromium'), env }
}

async function fromPlaywright(root) {
  const cli = join(root, 'node_modules', '@playwright', 'test', 'cli.js')
  await run('Downloading Chromium', [process.execPath, cli, 'install', 'chromium'], { cwd: root })
  return {}
}

/** Launch options for Playwright: `args`, and `executablePath` and `env` unless Playwright's own browser is used. */
export async function findChromium(root) {
  const given = process.env.CHROMIUM_PATH
  const names = given ? [given] : installed.map(onPath).filter(Boolean)
  // The headless shell from npm first: everyone has the same version, and it loads pages faster than a whole Chromium.
  const shell = given ? undefined : await fromNpm(root)
  const present = [shell, ...names.map((executablePath) => ({ executablePath, env: {} }))]
    .filter(Boolean)
    .find(starts)
  if (given && !present) throw new Failure(`CHROMIUM_PATH is not a browser that starts: ${given}`)
  const found = present ?? (await fromPlaywright(root))
  const sandbox = process.getuid?.() === 0 || found.env?.LD_LIBRARY_PATH ? ['--no-sandbox'] : []
  return { ...found, args: [...flags, ...sandbox] }
}
