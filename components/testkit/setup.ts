import { configure } from "@testing-library/react";
import { vi } from "vitest";

// A file's modules are its own, so that those it replaces (`vi.mock`) are nobody else's; packages stay loaded.
vi.resetModules();

// On a busy machine, code that is loaded when it is needed comes seconds later.
configure({ asyncUtilTimeout: 30_000 });
