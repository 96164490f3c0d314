import type { Skill } from '../reply/skill'
import { keyWords } from './key-words'

const asked =
  /\b(?:code|function|script|program|class|snippet|algorithm|method|regex|query|implementation|hello world|unit test|component)\b/i
const wanted =
  /\b(?:write|give|show|create|make|implement|generate|build|code|program|need|provide|example)\b/i

type Language = {
  name: string
  pattern: RegExp
  hello: string
  skeleton: (name: string, task: string) => string
}

const languages: readonly Language[] = [
  {
    name: 'typescript',
    pattern: /\btypescript\b|\bts\b/i,
    hello: "console.log('Hello, world!')",
    skeleton: (name, task) =>
      `// ${task}\nexport function ${camel(name)}(input: string): string {\n  // Your steps go here.\n  return input\n}`,
  },
  {
    name: 'javascript',
    pattern: /\bjavascript\b|\bjs\b|\bnode(?:\.?js)?\b|\breact\b/i,
    hello: "console.log('Hello, world!')",
    skeleton: (name, task) =>
      `// ${task}\nexport function ${camel(name)}(input) {\n  // Your steps go here.\n  return input\n}`,
  },
  {
    name: 'java',
    pattern: /\bjava\b/i,
    hello:
      'public class Hello {\n  public static void main(String[] args) {\n    System.out.println("Hello, world!");\n  }\n}',
    skeleton: (name, task) =>
      `// ${task}\npublic class Solution {\n  public static String ${camel(name)}(String input) {\n    // Your steps go here.\n    return input;\n  }\n}`,
  },
  {
    name: 'rust',
    pattern: /\brust\b/i,
    hello: 'fn main() {\n    println!("Hello, world!");\n}',
    skeleton: (name, task) =>
      `// ${task}\npub fn ${name}(input: &str) -> String {\n    // Your steps go here.\n    input.to_string()\n}`,
  },
  {
    name: 'go',
    pattern: /\bgo(?:lang)?\b(?= (?:code|function|program|script)|$|[.!])|\bin go\b|\bgolang\b/i,
    hello: 'package main\n\nimport "fmt"\n\nfunc main() {\n\tfmt.Println("Hello, world!")\n}',
    skeleton: (name, task) =>
      `// ${task}\nfunc ${camel(name)}(input string) string {\n\t// Your steps go here.\n\treturn input\n}`,
  },
  {
    name: 'sql',
    pattern: /\bsql\b|\bpostgres|\bmysql\b/i,
    hello: "SELECT 'Hello, world!';",
    skeleton: (name, task) =>
      `-- ${task}\nSELECT *\nFROM ${name}\nWHERE 1 = 1 -- your conditions go here\nORDER BY id\nLIMIT 10;`,
  },
  {
    name: 'bash',
    pattern: /\bbash\b|\bshell\b/i,
    hello: "echo 'Hello, world!'",
    skeleton: (name, task) =>
      `#!/usr/bin/env bash\n# ${task}\nset -euo pipefail\n\n${name}() {\n  # Your steps go here.\n  echo "$1"\n}`,
  },
  {
    name: 'html',
    pattern: /\bhtml\b|\bweb ?page\b/i,
    hello: '<!doctype html>\n<title>Hello</title>\n<h1>Hello, world!</h1>',
    skeleton: (_, task) =>
      `<!doctype html>\n<html lang="en">\n  <title>Sample</title>\n  <main>\n    <!-- ${task} -->\n  </main>\n</html>`,
  },
  {
    name: 'python',
    pattern: /\bpython\b|./i,
    hello: "print('Hello, world!')",
    skeleton: (name, task) =>
      `def ${name}(value):\n    """${task}"""\n    # Your steps go here.\n    return value\n\n\nif __name__ == "__main__":\n    print(${name}("sample"))`,
  },
]

/** A greeting in any language; for everything else a frame that says that it is one. */
export const writeCode: Skill = ({ ask, isPro }) => {
  const head = ask.slice(0, 400)
  if (
    !asked.test(head) ||
    !wanted.test(head) ||
    /\bcode ?word\b|\b(?:zip|postal|country|area) code\b/i.test(head)
  )
    return undefined
  const language = languages.find(({ pattern }) => pattern.test(head))
  if (language === undefined) return undefined
  if (/\bhello,? world\b/i.test(head)) return fence(language.name, language.hello)
  const task =
    head
      .split('\n')[0]
      ?.replace(/["`*]|-->/g, '')
      .trim()
      .slice(0, 100) ?? ''
  const code = fence(language.name, language.skeleton(nameOf(head, language.name), task))
  const next = isPro
    ? '\n\n### What is left to do\n1. Write down two or three inputs with the results you expect.\n2. Fill in the body.\n3. Try the edge cases: nothing, one item, very many.'
    : ''
  return `Here is a frame for it:\n\n${code}${next}\n\n*I am Portico's sandbox model: this is a template, not a working solution.*`
}

const noName =
  /^(?:write|function|code|script|program|class|snippet|algorithm|method|python|javascript|typescript|java|rust|golang|go|sql|bash|shell|html|create|make|implement|generate|build|provide|example|simple|small|returns?|takes?|query|postgres|mysql|node|please)$/

function nameOf(head: string, language: string): string {
  const words = keyWords(head, 20).filter(
    (word) => /^[a-z][a-z0-9]*$/.test(word) && !noName.test(word) && word !== language,
  )
  return words.slice(0, 3).join('_') || 'solve'
}

function camel(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}

function fence(language: string, code: string): string {
  return `\`\`\`${language}\n${code}\n\`\`\``
}
