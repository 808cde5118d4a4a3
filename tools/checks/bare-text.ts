import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type CallExpression,
  type JSXChild,
  type JSXElement,
  type JSXFragment,
  type Node,
  type Program,
  type TSType,
  Visitor,
} from 'oxc-parser';
import { listSources, parse } from './source-tree.ts';

/**
 * Every text of the pages below `tree` that React would update as a text node among siblings, one line each. A browser's
 * translator replaces text nodes by elements. React then updates or moves a node that is no longer in the page: the old
 * sentence stays, or the page fails. Text that is the only child of an element is safe, since React sets the element's
 * content.
 */
export function findBareText(tree: string): string[] {
  return listSources(tree)
    .filter((file) => /^web\/src\/.*\.tsx$/.test(file))
    .flatMap((file) => findInFile(tree, file));
}

function findInFile(tree: string, file: string): string[] {
  const source = readFileSync(join(tree, file), 'utf8');
  const program = parse(tree, file);
  const kindOf = openKinds(program);
  const found: string[] = [];
  function check({ children }: JSXElement | JSXFragment) {
    const shown = children.filter((child) => !isBlank(child));
    if (shown.length < 2) return;
    let comesAndGoes = false;
    for (const child of shown) {
      const kind = kindOf(child);
      if (kind === 'changing text' || (kind === 'fixed text' && comesAndGoes)) {
        const line = source.slice(0, child.start).split('\n').length;
        const text = source.slice(child.start, child.end).trim().replace(/\s+/g, ' ');
        found.push(`${file}:${line}: ${text.slice(0, 70)}`);
      }
      comesAndGoes ||= kind === 'optional element';
    }
  }
  new Visitor({ JSXElement: check, JSXFragment: check }).visit(program);
  return found;
}

/** Whether a child is white space or a comment. */
function isBlank(child: JSXChild): boolean {
  if (child.type === 'JSXText') return child.value.trim() === '';
  if (child.type !== 'JSXExpressionContainer') return false;
  const { expression } = child;
  return (
    expression.type === 'JSXEmptyExpression' ||
    (expression.type === 'Literal' &&
      typeof expression.value === 'string' &&
      expression.value.trim() === '')
  );
}

type Kind = 'element' | 'optional element' | 'fixed text' | 'changing text';

/** Classifies children by their expressions and by the declarations of names in the file. */
function openKinds(program: Program): (child: JSXChild) => Kind {
  const values = new Map<string, Node>();
  const elements = new Set(['children', 'icon']);
  new Visitor({
    VariableDeclarator: ({ id, init }) => {
      if (id.type === 'Identifier' && init !== null) values.set(id.name, init);
    },
    TSPropertySignature: ({ key, typeAnnotation }) => {
      if (
        key.type === 'Identifier' &&
        typeAnnotation &&
        isElementType(typeAnnotation.typeAnnotation)
      )
        elements.add(key.name);
    },
  }).visit(program);

  function kindOfValue(value: Node | null | undefined): Kind {
    switch (value?.type) {
      case 'JSXElement':
      case 'JSXFragment':
        return 'element';
      case 'ParenthesizedExpression':
        return kindOfValue(value.expression);
      case 'Literal':
        return value.raw === 'null' ? 'optional element' : 'changing text';
      case 'ChainExpression':
        return kindOfValue(value.expression);
      case 'LogicalExpression':
        return optional(value.right);
      case 'ConditionalExpression':
        return optional(value.consequent, value.alternate);
      case 'CallExpression':
        return kindOfCall(value);
      case 'MemberExpression':
        return value.property.type === 'Identifier' && elements.has(value.property.name)
          ? 'optional element'
          : 'changing text';
      case 'Identifier':
        if (elements.has(value.name)) return 'optional element';
        return values.has(value.name) ? kindOfValue(values.get(value.name)) : 'changing text';
      case 'ArrowFunctionExpression': {
        if (value.body.type !== 'BlockStatement') return kindOfValue(value.body);
        const last = value.body.body.at(-1);
        return kindOfValue(last?.type === 'ReturnStatement' ? last.argument : null);
      }
      default:
        return 'changing text';
    }
  }

  function optional(...parts: Node[]): Kind {
    return parts.some((part) => kindOfValue(part) === 'changing text')
      ? 'changing text'
      : 'optional element';
  }

  function kindOfCall({ callee, arguments: [first] }: CallExpression): Kind {
    const name =
      callee.type === 'MemberExpression' && callee.property.type === 'Identifier'
        ? callee.property.name
        : '';
    if (/^(map|flatMap)$/.test(name)) {
      return first?.type === 'ArrowFunctionExpression' ? optional(first) : 'changing text';
    }
    return callee.type === 'Identifier' && callee.name === 'createPortal'
      ? 'element'
      : kindOfValue(callee);
  }

  return (child) => {
    if (child.type === 'JSXText') return 'fixed text';
    if (child.type !== 'JSXExpressionContainer') return 'element';
    return child.expression.type === 'Literal' ? 'fixed text' : kindOfValue(child.expression);
  };
}

/** Whether a type is `ReactElement` or a function that returns one; null and undefined are allowed beside it. */
function isElementType(type: TSType): boolean {
  if (type.type === 'TSFunctionType') return isElementType(type.returnType.typeAnnotation);
  const parts = type.type === 'TSUnionType' ? type.types : [type];
  return parts.every(
    (part) =>
      /^TS(Null|Undefined|Boolean)Keyword$/.test(part.type) ||
      (part.type === 'TSTypeReference' &&
        part.typeName.type === 'Identifier' &&
        part.typeName.name === 'ReactElement'),
  );
}
