// The one WebGL renderer. Views have canvases of their own, onto which it copies: browsers allow few contexts, and a
// plain canvas prints.

import * as THREE from 'three';

export class Stage {
  // Null when the browser has no WebGL.
  static create() {
    try {
      return new Stage();
    } catch {
      return null;
    }
  }

  constructor() {
    const canvas = document.createElement('canvas');
    const context = canvas.getContext('webgl2', { antialias: true, alpha: true, preserveDrawingBuffer: true });
    if (!context) throw new Error('no WebGL');
    this.renderer = new THREE.WebGLRenderer({ canvas, context, antialias: true, alpha: true });
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = THREE.PCFShadowMap;
    this.renderer.shadowMap.autoUpdate = false;
    this.renderer.setClearAlpha(0);
  }

  // Draws a scene onto a 2D canvas in that canvas's own pixels. Shadows stay as long as nothing in the scene moves.
  draw(scene, camera, target, hasMoved) {
    const { width, height } = target;
    const own = this.renderer.domElement;
    if (own.width !== width || own.height !== height) this.renderer.setSize(width, height, false);
    this.renderer.shadowMap.needsUpdate = hasMoved;
    this.renderer.render(scene, camera);
    const context = target.getContext('2d');
    context.clearRect(0, 0, width, height);
    context.drawImage(own, 0, 0);
  }
}
