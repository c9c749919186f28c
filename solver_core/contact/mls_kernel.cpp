#include "solver_core/contact/mls_kernel.hpp"

#include "solver_core/base/assert.hpp"
#include "solver_core/base/error.hpp"

#include <fmt/format.h>

#include <cmath>

namespace stiction {
namespace {

struct Interpolating {
    double epsilon, border, scale;
    explicit Interpolating(double eps) : epsilon(eps)
    {
        border = 1.0 / ((1.0 + eps) * (1.0 + eps));
        scale = 1.0 / (1.0 / (eps * eps) - border);
    }
    KernelValue operator()(double q) const
    {
        const double inverse = 1.0 / (q + epsilon), square = inverse * inverse;
        return {scale * (square - border), -2.0 * scale * square * inverse, 6.0 * scale * square * square};
    }
};

// f(q) - f(1) - f'(1) (q - 1) - f''(1) (q - 1)^2 / 2 with f = (q + eps)^-2.
struct InterpolatingC2 {
    double epsilon, f0, f1, f2, scale = 1.0;
    explicit InterpolatingC2(double eps) : epsilon(eps)
    {
        const double inverse = 1.0 / (1.0 + eps), square = inverse * inverse;
        f0 = square;
        f1 = -2.0 * square * inverse;
        f2 = 6.0 * square * square;
        scale = 1.0 / (*this)(0.0).value;
    }
    KernelValue operator()(double q) const
    {
        const double inverse = 1.0 / (q + epsilon), square = inverse * inverse, p = q - 1.0;
        return {scale * (square - f0 - p * (f1 + 0.5 * p * f2)),
                scale * (-2.0 * square * inverse - f1 - p * f2), scale * (6.0 * square * square - f2)};
    }
};

struct Cubic {
    KernelValue operator()(double q) const
    {
        const double t = std::sqrt(q);
        return {1.0 + q * (2.0 * t - 3.0), 3.0 * (t - 1.0), t > 0.0 ? 1.5 / t : 0.0};
    }
};

template <class Kernel>
void evaluate_all(const Kernel& kernel, Span<const double> q, Span<KernelValue> out)
{
    for (std::size_t i = 0; i < q.size(); ++i) out[i] = q[i] < 1.0 ? kernel(q[i]) : KernelValue{};
}

}  // namespace

void evaluate_kernel(const MlsKernel& kernel, Span<const double> q, Span<KernelValue> out)
{
    STICTION_ASSERT(q.size() == out.size());
    switch (kernel.kind) {
        case MlsKernelKind::interpolating: return evaluate_all(Interpolating(kernel.epsilon), q, out);
        case MlsKernelKind::interpolating_c2: return evaluate_all(InterpolatingC2(kernel.epsilon), q, out);
        case MlsKernelKind::cubic: return evaluate_all(Cubic{}, q, out);
    }
}

const char* to_string(MlsKernelKind kind)
{
    switch (kind) {
        case MlsKernelKind::interpolating: return "interpolating";
        case MlsKernelKind::interpolating_c2: return "interpolating_c2";
        case MlsKernelKind::cubic: break;
    }
    return "cubic";
}

MlsKernelKind kernel_named(const std::string& name)
{
    for (const MlsKernelKind kind :
         {MlsKernelKind::interpolating, MlsKernelKind::interpolating_c2, MlsKernelKind::cubic})
        if (name == to_string(kind)) return kind;
    throw InputError(
        "", fmt::format("found the kernel \"{}\"; allowed are interpolating, interpolating_c2, cubic", name));
}

void check_kernel(const MlsKernel& kernel)
{
    if (kernel.epsilon > 0.0 && kernel.epsilon <= 1.0) return;
    throw InputError(
        "", fmt::format("found the kernel's epsilon {}; allowed is above 0 up to 1", kernel.epsilon));
}

}  // namespace stiction
