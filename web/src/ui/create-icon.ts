import { createElement, type SVGProps } from 'react';

interface IconData {
  node: [tag: string, attributes: SVGProps<SVGElement>][];
}

/**
 * Makes an icon of lucide-react. The build uses this function instead of the package's own, which computes classes and
 * attributes that the app does not need each time an icon renders.
 */
export default function createIcon({ node }: IconData) {
  const shapes = node.map(([tag, attributes]) => createElement(tag, attributes));
  return function Icon({ size = 24, ...own }: SVGProps<SVGSVGElement> & { size?: number }) {
    return createElement(
      'svg',
      {
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': true,
        ...own,
      },
      shapes,
    );
  };
}
